/** For an ISO 8601 duration in the form of the API: hours, minutes, seconds. */
export function secondsOf(duration: unknown): number {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(String(duration)) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
