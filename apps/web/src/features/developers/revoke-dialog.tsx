import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { RevokePartnerClientDocument } from '../../api/graph/developers/developers';
import type { OwnClientFragment } from '../../api/graph/graphql';
import { problemDetail } from '../../api/problems';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { toast } from '../../ui/toast';

/** Asks before a client is revoked. */
export function RevokeDialog({ client: { id, name }, onClose }: { client: OwnClientFragment; onClose: () => void }) {
  const [revoke, { loading, error }] = useMutation(RevokePartnerClientDocument);
  const confirm = async () => {
    try {
      await revoke({ variables: { id } });
    } catch {
      return;
    }
    toast({ title: m.developers_revoked() });
    onClose();
  };
  return (
    <ConfirmDialog
      title={m.developers_revoke_title({ name })}
      text={m.developers_revoke_text()}
      confirmLabel={m.developers_revoke()}
      pending={loading}
      error={error && problemDetail(error, m.developers_failed())}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
