import { m } from '#messages';
import { Link } from 'react-router-dom';
import { RequestQueue } from '../features/developers/request-queue';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import MembersArea from '../app/layout/members-area';
import { Page } from '../app/layout/page';

/** Requests for clients, for operators; others see that they have no access, and nothing is read. */
export default function DeveloperRequestsScreen() {
  return (
    <MembersArea title={m.screens_developer_requests_title()}>
      {({ roles }) => (
        <Page title={m.screens_developer_requests_title()}>
          {roles.includes('operator') ? (
            <GraphProvider>
              <RequestQueue />
            </GraphProvider>
          ) : (
            <EmptyState
              icon="key"
              title={m.screens_developer_requests_not_yours()}
              text={m.screens_developer_requests_not_yours_text()}
              action={
                <Button asChild variant="primary">
                  <Link to={paths.developerClients}>{m.screens_developer_clients_title()}</Link>
                </Button>
              }
            />
          )}
        </Page>
      )}
    </MembersArea>
  );
}
