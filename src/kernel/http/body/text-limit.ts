/**
 * Maximum bytes of a body, or of all its parts, without files: they are held in memory and parsed in one turn of
 * the event loop, whatever files the route accepts (A77). Two profile pictures in base64 fit (S-346).
 */
export const MAX_TEXT_BODY = 24 * 1024 * 1024
