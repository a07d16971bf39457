"""Several servers on one database: any of them serves any table, and they tell each other what has happened."""
