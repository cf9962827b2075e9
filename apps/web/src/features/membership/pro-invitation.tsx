import { m } from '#messages';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';

/** Shown in place of a Pro tool to players without Pro. */
export function ProInvitation({ text }: { text: string }) {
  return (
    <Card tone="action" className="flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-5">
      <Icon name="crown" size={32} className="shrink-0 text-action-ink" />
      <div className="min-w-0 grow basis-64">
        <p className="text-lg font-semibold">{m.membership_part_of()}</p>
        <p className="max-w-[60ch] text-muted">{text}</p>
      </div>
      <Button asChild variant="primary">
        <Link to={paths.subscribe}>{m.membership_see()}</Link>
      </Button>
    </Card>
  );
}
