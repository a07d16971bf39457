"""Tables in play online: what happened at them, who may do what, and what each seat is sent."""
