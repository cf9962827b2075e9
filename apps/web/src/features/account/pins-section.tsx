import { m } from '#messages';
import { useApolloClient } from '@apollo/client/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SetPinPreferencesDocument } from '../../api/graph/account/pins';
import type { PinPreferences } from '../../api/types';
import { ownDataChanged } from '../../api/shared-facts';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { useUser } from '../session';
import { PinChooser } from '../pins';
import { AccountSection } from './account-section';
import { useChange } from './use-change';

export function PinsSection() {
  const { user } = useUser();
  return (
    <AccountSection icon="location" title={m.account_pins_title()} summary={m.account_pins_summary()}>
      {() => user && <Pins saved={user.pinPreferences} />}
    </AccountSection>
  );
}

function Pins({ saved }: { saved: PinPreferences }) {
  const [pins, setPins] = useState(saved);
  const client = useQueryClient();
  const graph = useApolloClient();
  const save = useChange({
    change: () => graph.mutate({ mutation: SetPinPreferencesDocument, variables: { input: pins } }),
    onDone: async () => {
      await ownDataChanged(client);
      toast({ title: m.account_pins_saved(), description: m.account_pins_saved_text() });
    },
    otherwise: m.account_pins_failed(),
  });
  const isChanged = Object.entries(pins).some(([category, emoji]) => saved[category as keyof PinPreferences] !== emoji);
  return (
    <div className="flex max-w-[64ch] flex-col items-stretch gap-4">
      <PinChooser value={pins} onChange={setPins} />
      <Button
        variant="primary"
        className="self-start"
        disabled={!isChanged}
        pending={save.isPending}
        onClick={() => save.mutate()}
      >
        {save.isPending ? m.account_pins_saving() : m.account_pins_save()}
      </Button>
      {save.problem && (
        <p role="alert" className="text-sm font-medium text-danger-ink">
          {save.problem}
        </p>
      )}
    </div>
  );
}
