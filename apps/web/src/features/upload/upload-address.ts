import { api, bodyOf } from '../../api/http';
import { stored } from '../../lib/stored';
import type { UploadPurpose } from './types';

interface Known {
  address: string;
  /** When it was requested, in milliseconds since 1970. */
  at: number;
}

/** Where this tab keeps the addresses of unfinished uploads. */
export const UPLOADS_KEY = 'upload-addresses';

/** Without storage a file is sent from its beginning after the page was loaded again. */
const tab = stored<Record<string, Known>>('sessionStorage', UPLOADS_KEY);

/** An address is valid for 15 minutes; what is left has to be enough for the rest of the file. */
const GOOD_FOR = 12 * 60_000;
/** Unfinished uploads that are remembered. */
const MAX_ADDRESSES = 5;

export async function requestAddress(purpose: UploadPurpose, signal?: AbortSignal): Promise<string> {
  const { uploadURL } = await bodyOf(api.POST('/api/objects/upload', { params: { query: { purpose } }, signal }));
  return uploadURL;
}

/**
 * Addresses of unfinished uploads, by file: the same file resumes where it stopped, also after a reload. They end with
 * the tab, and when another player uses it.
 */
export const unfinishedUploads = {
  find: (file: string): string | undefined => fresh()[file]?.address,
  remember(file: string, address: string): void {
    const others = Object.entries(fresh())
      .filter(([each]) => each !== file)
      .slice(1 - MAX_ADDRESSES);
    tab.write({ ...Object.fromEntries(others), [file]: { address, at: Date.now() } });
  },
  remove(file: string): void {
    const { [file]: _, ...others } = fresh();
    tab.write(others);
  },
};

function fresh(): Record<string, Known> {
  return Object.fromEntries(Object.entries(tab.read() ?? {}).filter(([, { at }]) => Date.now() - at < GOOD_FOR));
}
