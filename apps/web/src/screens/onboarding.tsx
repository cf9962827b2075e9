import { Page } from './page';
import { Setup } from '../features/onboarding/setup/setup';

export default function Onboarding() {
  return (
    <Page title="Get set up" text="Three short steps; you can leave any of them for later.">
      <Setup />
    </Page>
  );
}
