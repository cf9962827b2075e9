import { m } from '#messages';
import { TakedownForm } from '../features/moderation/takedown-form';
import { GraphProvider } from '../api/graph-client';
import { Page } from '../app/layout/page';

/** Where artists, with or without an account, ask for a work or a picture to be taken down. */
export default function TakedownScreen() {
  return (
    <Page title={m.screens_takedown_title()} text={m.screens_takedown_text()}>
      <GraphProvider>
        <TakedownForm />
      </GraphProvider>
    </Page>
  );
}
