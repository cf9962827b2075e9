import { m } from '#messages';
import { loginUrl, paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useWaitingElsewhere } from './use-queue';

/** Says on a signed-out page that works wait on this device. It does not say which, since anyone may use the device. */
export function WaitingWorks() {
  const count = useWaitingElsewhere();
  if (count === 0) return null;
  return (
    <p
      role="status"
      className="plate pointer-events-auto flex max-w-full items-center gap-3 px-3.5 py-2 text-sm [--cut-line:var(--place-ink)]"
    >
      <Icon name="clock" size={16} className="shrink-0 text-place-ink" />
      <span className="min-w-0 flex-1">{m.queue_signed_out({ count })}</span>
      <Button size="sm" asChild>
        <a href={loginUrl(paths.queue)}>{m.queue_signed_out_action()}</a>
      </Button>
    </p>
  );
}
