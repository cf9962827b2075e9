import { m } from '#messages';
import { copyText } from '../../lib/copy-text';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';

/**
 * Code to read and to copy; long lines scroll within it.
 * @param wraps for one long word, such as a secret, which is shown whole
 */
export function CodeBlock({ label, code, wraps = false }: { label: string; code: string; wraps?: boolean }) {
  const copy = async () => {
    const done = await copyText(code);
    toast(done ? { title: m.developers_copied() } : { title: m.developers_not_copied(), variant: 'destructive' });
  };
  return (
    <div className="flex flex-col items-stretch gap-2">
      <pre
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={label}
        className={
          `${wraps ? 'whitespace-pre-wrap break-all' : 'overflow-x-auto'} rounded-md border border-edge ` +
          `bg-ground ` +
          `p-4 text-sm leading-relaxed`
        }
      >
        <code>{code}</code>
      </pre>
      <Button size="sm" className="self-end" onClick={() => void copy()}>
        {m.developers_copy()}
      </Button>
    </div>
  );
}
