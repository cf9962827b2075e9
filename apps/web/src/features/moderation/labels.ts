import { m } from '#messages';
import type { ModerationOutcome, ReportReason, ReportSubjectKind } from '../../api/graph/graphql';

export const REASONS: Record<ReportReason, () => string> = {
  spam: m.moderation_reason_spam,
  harassment: m.moderation_reason_harassment,
  hate: m.moderation_reason_hate,
  nudity: m.moderation_reason_nudity,
  minors: m.moderation_reason_minors,
  private_place: m.moderation_reason_private_place,
  dangerous_place: m.moderation_reason_dangerous_place,
  wrong_info: m.moderation_reason_wrong_info,
  copyright: m.moderation_reason_copyright,
  artist_request: m.moderation_reason_artist_request,
  other: m.moderation_reason_other,
};

export const KINDS: Record<ReportSubjectKind, () => string> = {
  post: m.moderation_kind_post,
  work: m.moderation_kind_work,
  picture: m.moderation_kind_picture,
  player: m.moderation_kind_player,
};

export const OUTCOMES: Record<ModerationOutcome, () => string> = {
  dismiss: m.moderation_outcome_dismiss,
  hide: m.moderation_outcome_hide,
  remove: m.moderation_outcome_remove,
  warn: m.moderation_outcome_warn,
  suspend: m.moderation_outcome_suspend,
};
