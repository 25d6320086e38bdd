/**
 * How long requests may take to arrive, ms. A real client sends its request within seconds; a mesh that somebody gives
 * may take minutes on a slow line.
 */
export const HTTP_TIMES = { headersTimeout: 10_000, requestTimeout: 600_000, connectionsCheckingInterval: 2000 };
