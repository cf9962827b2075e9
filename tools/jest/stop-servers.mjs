/** Jest's global teardown: it runs in the process of the set-up. */
export default async function teardown() {
  await globalThis.stopTestServers?.();
}
