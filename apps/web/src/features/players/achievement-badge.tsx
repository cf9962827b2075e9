import { drawings, unknownDrawing } from './achievement-drawings';

/** The second paint on a plate of the first. */
const accents = { action: 'var(--live)', live: 'var(--action)', place: 'var(--action)' };
const PLATE = 'M9 6.5L53 5l6.5 7L58 53.5 51.5 59.5 10.5 58 4.5 51.5 6 13Z';
const LOCK = 'M46 49v-3.5a5 5 0 0 1 10 0V49M43.5 49h15v10.5h-15Z';

/**
 * The badge of an achievement: a painted badge when it is earned, a bare outline with a lock until then. Decorative:
 * the text beside it says both.
 */
export function AchievementBadge({ id, earned, size = 60 }: { id: string; earned: boolean; size?: number }) {
  const { paint, stencil, accent } = drawings[id] ?? unknownDrawing;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 64 64"
      aria-hidden="true"
      focusable="false"
      data-drawing={id in drawings ? id : 'unknown'}
      className="shrink-0"
      strokeLinejoin="round"
    >
      {earned ? (
        <>
          <path d={PLATE} fill={`var(--${paint})`} stroke="var(--ink)" strokeWidth="2" />
          <path d={stencil} fill="var(--on-action)" fillRule="evenodd" />
          <path d={accent} fill={accents[paint]} fillRule="evenodd" stroke="var(--on-action)" strokeWidth="1.5" />
        </>
      ) : (
        <>
          <path d={PLATE} fill="none" stroke="var(--edge)" strokeWidth="2" strokeDasharray="5 4" />
          <path d={stencil + accent} fill="none" stroke="var(--edge)" strokeWidth="1.5" />
          <path d={LOCK} fill="var(--raised)" stroke="var(--raised)" strokeWidth="6" />
          <path d={LOCK} fill="var(--raised)" stroke="var(--muted)" strokeWidth="2.5" />
        </>
      )}
    </svg>
  );
}
