import { m } from '#messages';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import type { StoredDraft } from './document-drafts';

/** Offers a work that was begun on this device. */
export function DraftNotice({ stored: { draft }, onContinue }: { stored: StoredDraft; onContinue: () => void }) {
  const title = draft.name.trim();
  return (
    <div
      role="status"
      className="plate pointer-events-auto flex max-w-full flex-wrap items-center gap-3 self-start px-4 py-2 text-sm [--cut-line:var(--action-ink)]"
    >
      <Icon name="camera" className="shrink-0 text-action-ink" />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {title ? m.document_draft_named({ title }) : m.document_draft_unnamed()}
      </p>
      <Button size="sm" variant="primary" onClick={onContinue}>
        {m.document_draft_continue()}
      </Button>
    </div>
  );
}
