import { m } from '#messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { GraphProvider } from '../../api/graph-client';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import MembersArea from './members-area';
import { WidePage } from './page';

/** A screen for moderators; others see that they have no access, and nothing is read. */
export function ModeratorsArea({ children }: { children: ReactNode }) {
  return (
    <MembersArea title={m.layout_moderation_title()}>
      {({ roles }) => (
        <WidePage title={m.layout_moderation_title()}>
          {roles.includes('moderator') ? (
            <GraphProvider>{children}</GraphProvider>
          ) : (
            <EmptyState
              icon="key"
              title={m.layout_moderation_not_yours()}
              text={m.layout_moderation_not_yours_text()}
              action={
                <Button asChild variant="primary">
                  <Link to={paths.home}>{m.layout_moderation_explore()}</Link>
                </Button>
              }
            />
          )}
        </WidePage>
      )}
    </MembersArea>
  );
}
