/** What a shopper typed, in its own direction, behind what it is; nothing where it is empty. */
export const TypedText = ({ label, text }: { label: string; text: string | undefined }) =>
  text ? (
    <p className="mt-2 whitespace-pre-line break-words">
      {`${label}\u00a0: `}
      <bdi>{text}</bdi>
    </p>
  ) : null;
