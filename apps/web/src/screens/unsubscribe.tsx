import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { Link, useParams } from 'react-router-dom';
import { StopDigestDocument } from '../api/graph/screens/unsubscribe';
import { GraphProvider } from '../api/graph-client';
import { paths } from '../lib/paths';
import { problemDetail } from '../api/problems';
import { PRODUCT_NAME } from '../product';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../app/layout/page';

/** Ends the e-mails in which the link was, for anyone who has it. It asks first, as mail programs follow links. */
export default function UnsubscribeScreen() {
  return (
    <GraphProvider>
      <Unsubscribe />
    </GraphProvider>
  );
}

function Unsubscribe() {
  const { token = '' } = useParams();
  const [stop, { data, loading, error }] = useMutation(StopDigestDocument, { variables: { token } });
  const toSettings = (
    <Button asChild>
      <Link to={`${paths.notifications}#settings`}>{m.notifications_unsubscribe_settings()}</Link>
    </Button>
  );
  return (
    <Page
      title={m.notifications_unsubscribe_title()}
      text={data ? undefined : m.notifications_unsubscribe_text({ product: PRODUCT_NAME })}
    >
      {data ? (
        <div role="status">
          <EmptyState
            icon="check"
            title={m.notifications_unsubscribe_done()}
            text={m.notifications_unsubscribe_done_text()}
            action={toSettings}
          />
        </div>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" pending={loading} onClick={() => void stop().catch(() => undefined)}>
            {m.notifications_unsubscribe_do()}
          </Button>
          {toSettings}
        </div>
      )}
      {error && (
        <EmptyState
          kind="error"
          title={m.notifications_failed_title()}
          text={problemDetail(error, m.notifications_failed_text())}
        />
      )}
    </Page>
  );
}
