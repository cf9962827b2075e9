import { m } from '#messages';
import { Link } from 'react-router-dom';
import { OwnClients } from '../features/developers/own-clients';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import MembersArea from '../app/layout/members-area';
import { Page } from '../app/layout/page';

/** The player's clients of the API. */
export default function DeveloperClientsScreen() {
  return (
    <MembersArea title={m.screens_developer_clients_title()}>
      {() => (
        <Page
          title={m.screens_developer_clients_title()}
          text={
            <Link to={paths.developers} className="underline underline-offset-4">
              {m.screens_developer_clients_guide()}
            </Link>
          }
        >
          <GraphProvider>
            <OwnClients />
          </GraphProvider>
        </Page>
      )}
    </MembersArea>
  );
}
