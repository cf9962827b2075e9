import { m } from '#messages';
import { Page } from '../app/layout/page';
import { GraphProvider } from '../api/graph-client';
import { Setup } from '../features/onboarding/setup/setup';

export default function Onboarding() {
  return (
    <Page title={m.screens_onboarding_title()} text={m.screens_onboarding_text()}>
      <GraphProvider>
        <Setup />
      </GraphProvider>
    </Page>
  );
}
