import type { QueryClient } from '@tanstack/react-query';
import { SetLanguageDocument } from '../../api/graph/language/set-language';
import { graphClientOf } from '../../api/graph-client';
import type { Language } from '../../lib/language';
import { pageQueryClient } from '../../api/query';
import { ownDataChanged } from '../../api/shared-facts';

/** One after the other, so that the last choice is the one that stays: arrow keys change a select quickly. */
let last: Promise<unknown> = Promise.resolve();

/** Makes it the language of the signed-in player's account, in which mails and SMS are written. */
export function saveLanguage(rest: QueryClient | undefined, language: Language): Promise<void> {
  const saved = last.then(async () => {
    const client = rest ?? pageQueryClient();
    await graphClientOf(client).mutate({ mutation: SetLanguageDocument, variables: { language } });
    await ownDataChanged(client);
  });
  last = saved.catch(() => undefined);
  return saved;
}
