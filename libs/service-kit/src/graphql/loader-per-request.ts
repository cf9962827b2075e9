import DataLoader from 'dataloader';
import type { RequestContext } from './request-context.js';

/**
 * Collects the ids of one request and reads them together, each once.
 * @param read returns the results in the order of the ids, null for unknown ones
 */
export function loaderPerRequest<T>(read: (ids: readonly string[], context: RequestContext) => Promise<(T | null)[]>) {
  const loaders = new WeakMap<RequestContext, DataLoader<string, T | null>>();
  return (context: RequestContext, id: string): Promise<T | null> => {
    const loader = loaders.get(context) ?? new DataLoader((ids: readonly string[]) => read(ids, context));
    loaders.set(context, loader);
    return loader.load(id);
  };
}
