import { beforeEach, describe, expect, it } from '@jest/globals';
import { AccountResponses, clearFormerAccount, keepPersonalDataOf, storedAccount } from './personal-data';

/** The browser's caches, which jsdom does not have. */
class MemoryCaches {
  private readonly all = new Map<string, Map<string, Response>>();

  async open(name: string) {
    const entries = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, entries);
    return {
      match: async (path: string) => entries.get(path)?.clone(),
      put: async (path: string, response: Response) => void entries.set(path, response),
    };
  }

  async delete(name: string) {
    return this.all.delete(name);
  }

  names() {
    return [...this.all].filter(([, entries]) => entries.size > 0).map(([name]) => name);
  }
}

describe('the data of an account without signal', () => {
  let stored: MemoryCaches;
  let responses: AccountResponses;

  beforeEach(() => {
    stored = new MemoryCaches();
    Object.defineProperty(globalThis, 'caches', { value: stored, configurable: true });
    responses = new AccountResponses();
  });

  const account = (id: string) => Response.json({ id });
  const ended = () => new Response(null, { status: 401 });
  const sees = async (area: string) => (await stored.open('areas')).put('/api/discoveries/nearby', new Response(area));
  const owner = async () => ((await (await storedAccount())?.json()) as { id: string } | undefined)?.id;

  it('stays while the same account is signed in', async () => {
    await responses.expect()(account('ana'));
    await sees('of Ana');
    await responses.expect()(account('ana'));
    expect(stored.names()).toContain('areas');
  });

  it('goes when another account signs in, or the session has ended', async () => {
    for (const next of [account('ben'), ended()]) {
      await responses.expect()(account('ana'));
      await sees('of Ana');
      await responses.expect()(next);
      expect(stored.names()).not.toContain('areas');
    }
    expect(await owner()).toBeUndefined();
  });

  it('stays for a guest, who has no account to protect it from', async () => {
    await sees('of a guest');
    await responses.expect()(ended());
    expect(stored.names()).toContain('areas');
  });

  it('is not touched by late responses of the session before', async () => {
    for (const late of [ended(), account('ana')]) {
      const ofBefore = responses.expect();
      await responses.expect()(account('ben'));
      await sees('of Ben');
      await ofBefore(late);
      expect(stored.names()).toContain('areas');
      expect(await owner()).toBe('ben');
    }
  });

  it('is what a guest has seen, at each load of the page', async () => {
    await sees('of a guest');
    await clearFormerAccount();
    expect(stored.names()).toEqual(['areas']);
  });

  it('goes when its session has ended, but not what was typed', async () => {
    await keepPersonalDataOf('ana');
    await sees('of Ana');
    sessionStorage.setItem('draft:ana:reply', '{}');
    await clearFormerAccount();
    expect(stored.names()).toEqual([]);
    expect(localStorage).toHaveLength(0);
    expect(sessionStorage.getItem('draft:ana:reply')).toBe('{}');
  });
});
