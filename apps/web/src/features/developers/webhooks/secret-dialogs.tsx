import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { RotateWebhookSecretDocument } from '../../../api/graph/developers/webhooks/webhooks';
import type { EndpointFragment } from '../../../api/graph/graphql';
import { problemDetail } from '../../../api/problems';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Dialog } from '../../../ui/dialog';
import { CodeBlock } from '../code-block';

/** Shows the secret of an endpoint, once. */
export function NewSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissible={false}
      title={m.developers_endpoint_secret_title()}
      description={m.developers_secret_text()}
      footer={
        <Button variant="primary" onClick={onClose}>
          {m.developers_secret_kept()}
        </Button>
      }
    >
      <CodeBlock wraps label={m.developers_secret()} code={secret} />
    </Dialog>
  );
}

/** Asks before a new secret is made, and shows it. */
export function RotateSecretDialog({
  endpoint: { id },
  onRotated,
  onClose,
}: {
  endpoint: EndpointFragment;
  onRotated: () => void;
  onClose: () => void;
}) {
  const [rotate, { data, loading, error }] = useMutation(RotateWebhookSecretDocument, {
    fetchPolicy: 'no-cache',
  });
  const [isDone, setDone] = useState(false);
  const confirm = async () => {
    try {
      await rotate({ variables: { id } });
    } catch {
      return;
    }
    setDone(true);
    onRotated();
  };
  if (isDone) return <NewSecretDialog secret={data!.rotateWebhookSecret.secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      tone="primary"
      title={m.developers_endpoint_rotate_title()}
      text={m.developers_endpoint_rotate_text()}
      confirmLabel={m.developers_rotate()}
      pending={loading}
      error={error && problemDetail(error, m.developers_failed())}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
