import { m } from '#messages';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { CreatePartnerSecretDocument } from '../../api/graph/developers/developers';
import type { OwnClientFragment } from '../../api/graph/graphql';
import { problemDetail } from '../../api/problems';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { SelectField } from '../../ui/select';
import { CodeBlock } from './code-block';

/** Hours for which the present secret stays valid. */
const OVERLAPS = ['24', '168', '720', '0'] as const;
type Overlap = (typeof OVERLAPS)[number];

const OVERLAP_TEXTS: Record<Overlap, () => string> = {
  24: m.developers_overlap_day,
  168: m.developers_overlap_week,
  720: m.developers_overlap_month,
  0: m.developers_overlap_none,
};

/** Makes the first secret of a client, or a new one in place of the present, and shows it once. */
export function SecretDialog({
  client: { id, name, hasSecret },
  onClose,
}: {
  client: OwnClientFragment;
  onClose: () => void;
}) {
  // The card's data changes with the response; the dialog keeps its first state.
  const [isFirst] = useState(!hasSecret);
  const [overlap, setOverlap] = useState<Overlap>('24');
  const [secret, setSecret] = useState<string>();
  // The response must not stay in a cache: `no-cache` would not update the card, so the secret is read and removed.
  const [create, { loading, error, reset, client: cache }] = useMutation(CreatePartnerSecretDocument);
  const make = async () => {
    try {
      const { data } = await create({ variables: { id, overlapHours: isFirst ? 0 : Number(overlap) } });
      setSecret(data!.createPartnerSecret.secret);
      cache.cache.evict({ id: 'ROOT_MUTATION' });
    } catch {
      // The dialog shows why.
    }
  };
  const close = () => {
    reset();
    onClose();
  };
  if (secret !== undefined) {
    return (
      <Dialog
        open
        onOpenChange={close}
        dismissible={false}
        title={m.developers_secret_title({ name })}
        description={m.developers_secret_text()}
        footer={
          <Button variant="primary" onClick={close}>
            {m.developers_secret_kept()}
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <CodeBlock wraps label={m.developers_client_id()} code={id} />
          <CodeBlock wraps label={m.developers_secret()} code={secret} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      size="sm"
      dismissible={!loading}
      title={isFirst ? m.developers_collect_title({ name }) : m.developers_rotate_title({ name })}
      description={isFirst ? m.developers_collect_text() : m.developers_rotate_text()}
      footer={
        <Button variant="primary" pending={loading} onClick={() => void make()}>
          {isFirst ? m.developers_show_secret() : m.developers_rotate()}
        </Button>
      }
    >
      {!isFirst && (
        <SelectField
          label={m.developers_overlap()}
          hint={m.developers_overlap_hint()}
          value={overlap}
          onValueChange={setOverlap}
          options={OVERLAPS.map((value) => ({ value, label: OVERLAP_TEXTS[value]() }))}
        />
      )}
      {error && (
        <p role="alert" className="mt-3 font-medium text-danger-ink">
          {problemDetail(error, m.developers_failed())}
        </p>
      )}
    </Dialog>
  );
}
