import { m } from '#messages';
import { Page } from '../app/layout/page';
import { Tutorial } from '../features/onboarding/tutorial/tutorial';

export default function TutorialScreen() {
  return (
    <Page title={m.screens_tutorial_title()} text={m.screens_tutorial_text()}>
      <Tutorial />
    </Page>
  );
}
