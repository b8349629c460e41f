"""Plans how items lie on sheets, as a SheetPlan: numbers only, no bytes."""
