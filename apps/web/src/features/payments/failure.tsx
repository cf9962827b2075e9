/** Why a payment failed, above the button that tries again. */
export function Failure({ problem }: { problem: string | undefined }) {
  return (
    problem && (
      <p role="alert" className="font-medium text-danger-ink">
        {problem}
      </p>
    )
  );
}
