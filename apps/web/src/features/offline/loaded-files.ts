/** Message to the service worker: the paths of the files that a page loaded before the worker was in charge. */
export const LOADED = 'LOADED';

/** Reports the files of this page to the worker once it is in charge for the first time. */
export function reportLoadedFiles({ serviceWorker }: Pick<Navigator, 'serviceWorker'>): void {
  if (serviceWorker.controller) return;
  const report = () => {
    const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    serviceWorker.controller?.postMessage({ type: LOADED, paths: paths.filter((path) => path.startsWith('/assets/')) });
  };
  serviceWorker.addEventListener('controllerchange', report, { once: true });
}
