"""SheetPlans and Faces in, finished files out: one module a format."""
