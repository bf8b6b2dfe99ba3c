/** The forms of what is sent: our own, or that of Terraform Enterprise. */
const noticeFormats = ['trustate', 'terraform'] as const;
export type NoticeFormat = (typeof noticeFormats)[number];

export const formatOf = (text: string): NoticeFormat => noticeFormats.find((known) => known === text) ?? 'trustate';
