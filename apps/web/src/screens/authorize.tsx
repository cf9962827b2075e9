import { m } from '#messages';
import { useSearchParams } from 'react-router-dom';
import { AskPlayer, Over } from '../features/consent/ask-player';
import { GraphProvider } from '../lib/graph';
import MembersArea from './members-area';
import { Page } from './page';

/** Where the issuer leads a player whom an app of a partner asks for access. */
export default function AuthorizeScreen() {
  const [query] = useSearchParams();
  if (query.has('problem')) return <Page title={m.screens_authorize_title()}><Over /></Page>;
  return (
    <MembersArea title={m.screens_authorize_title()}>
      {({ username }) => <GraphProvider><Page title={m.screens_authorize_title()}><AskPlayer interaction={query.get('interaction') ?? ''} username={username ?? ''} /></Page></GraphProvider>}
    </MembersArea>
  );
}
