import type { QueryClient } from '@tanstack/react-query';
import { SetLanguageDocument } from '../../api/graph/graphql';
import { graphBeside } from '../../lib/graph';
import type { Language } from '../../lib/language';
import { ownDataChanged } from '../../lib/shared-facts';

/** One after the other, so that the last choice is the one that stays: arrow keys change a select quickly. */
let last: Promise<unknown> = Promise.resolve();

/** Makes it the language of the signed-in player's account, in which mails and SMS are written. */
export function saveLanguage(rest: QueryClient, language: Language): Promise<void> {
  const saved = last.then(async () => {
    await graphBeside(rest).mutate({ mutation: SetLanguageDocument, variables: { language } });
    await ownDataChanged(rest);
  });
  last = saved.catch(() => undefined);
  return saved;
}
