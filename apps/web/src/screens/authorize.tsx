import { m } from '#messages';
import { useSearchParams } from 'react-router-dom';
import { ConsentRequest, ConsentExpired } from '../features/consent/consent-request';
import { GraphProvider } from '../api/graph-client';
import MembersArea from '../app/layout/members-area';
import { Page } from '../app/layout/page';

/** Where the issuer leads a player whom an app of a partner asks for access. */
export default function AuthorizeScreen() {
  const [query] = useSearchParams();
  if (query.has('problem'))
    return (
      <Page title={m.screens_authorize_title()}>
        <ConsentExpired />
      </Page>
    );
  return (
    <MembersArea title={m.screens_authorize_title()}>
      {({ username }) => (
        <GraphProvider>
          <Page title={m.screens_authorize_title()}>
            <ConsentRequest interaction={query.get('interaction') ?? ''} username={username ?? ''} />
          </Page>
        </GraphProvider>
      )}
    </MembersArea>
  );
}
