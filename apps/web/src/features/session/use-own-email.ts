import { useQuery } from '@apollo/client/react';
import { readFragment } from '../../api/graph/fragment-masking';
import { ContactFragmentDoc, ContactsDocument } from '../../api/graph/session/own-contacts';

/** The e-mail address of the player's account, once it is known; undefined for guests and for players without one. */
export function useOwnEmail(isPlayer: boolean): string | undefined {
  const { data } = useQuery(ContactsDocument, { skip: !isPlayer });
  return data && readFragment(ContactFragmentDoc, data.myContacts).find(({ kind }) => kind === 'email')?.value;
}
