"""Card art, surfaces, clutter and backs for the synthetic table: fetched by name, rendered, loaded."""
