/** Here the service worker tells pages whether its last request reached the server, as a boolean. A page asks with `'ask'`. */
export const NETWORK_CHANNEL = 'network';
