"""Items and a sheet in, a SheetPlan out: numbers only, no bytes."""
