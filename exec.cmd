@rem npm start says "exec node ...": a shell does that itself, and Windows finds this file instead.
@%*
