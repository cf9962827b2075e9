/** Written by vite-plugin.ts. */
declare module 'virtual:geography?cells' {
  const shipped: import('./cells').ShippedGeography;
  export default shipped;
}
