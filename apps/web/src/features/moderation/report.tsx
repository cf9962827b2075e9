import { m } from '#messages';
import { Suspense, useEffect } from 'react';
import type { ReportSubjectKind } from '../../api/graph/graphql';
import { lazyPart } from '../../ui/lazy-part';
import { toast } from '../../ui/toast';

export interface ReportSubject {
  kind: ReportSubjectKind;
  id: string;
}

export interface ReportProps {
  subject: ReportSubject;
  onClose: () => void;
}

const ReportDialog = lazyPart<ReportProps>(
  () => import('./report-dialog').then((module) => module.ReportDialog),
  NotLoaded,
);

/** The dialog by which a player reports something; its code is fetched when it opens. */
export function Report(props: ReportProps) {
  return (
    // Keys pressed in the dialog are not meant for the card that it was opened from.
    <div role="presentation" className="contents" onKeyDown={(event) => event.stopPropagation()}>
      <Suspense fallback={null}>
        <ReportDialog {...props} />
      </Suspense>
    </div>
  );
}

function NotLoaded({ onClose }: ReportProps) {
  useEffect(() => {
    toast({ title: m.moderation_failed() });
    onClose();
  }, [onClose]);
  return null;
}
