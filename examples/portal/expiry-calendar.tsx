const day = 86_400_000;
const weeks = 53;

/** A year ahead, a column a week and a square a day: the darker, the more expire on it. */
export function ExpiryCalendar({
  days,
  picked,
  onPick,
}: {
  /** Days on which something expires, `2026-01-31`, as often as something does. */
  readonly days: readonly string[];
  readonly picked: string | null;
  readonly onPick: (day: string | null) => void;
}) {
  const counts = new Map<string, number>();
  for (const name of days) counts.set(name, (counts.get(name) ?? 0) + 1);
  const most = Math.max(1, ...counts.values());
  const today = new Date().toISOString().slice(0, 10);
  const monday = Date.parse(today) - ((new Date(today).getUTCDay() + 6) % 7) * day;
  const squares = Array.from({ length: weeks * 7 }, (_, index) =>
    new Date(monday + index * day).toISOString().slice(0, 10),
  );
  return (
    <div className="calendar" role="group" aria-label="Expiry by day">
      {squares.map((name) => {
        const count = counts.get(name) ?? 0;
        return (
          <button
            key={name}
            aria-pressed={picked === name}
            disabled={count === 0}
            title={`${name}: ${count}`}
            {...(count > 0 && { style: { background: shade(count / most) } })}
            onClick={() => onPick(picked === name ? null : name)}
          />
        );
      })}
    </div>
  );
}

const shade = (share: number) => `color-mix(in srgb, #c2410c ${Math.round(25 + share * 75)}%, #fde9d9)`;
