/**
 * Channel on which the service worker sends whether its last request reached the server, as a boolean. A page requests
 * it with `'ask'`.
 */
export const NETWORK_CHANNEL = 'network';
