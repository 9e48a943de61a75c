import { type Review, reviews } from "#src/reviews/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";

/** What a review's row does. The row is busy until it shows the outcome. */
export function useReviewActions() {
  const options = {
    done: ({ checkedOff, contact }: Review) => ({
      title: checkedOff ? "Discount applied" : "Discount pending",
      ...(contact && { description: contact.name }),
    }),
  };
  const checkOff = useAct(reviews.checkOff, options);
  const uncheck = useAct(reviews.uncheck, options);
  const rematch = useAct(reviews.match);
  const unmatch = useAct(reviews.unmatch);

  return {
    check: ({ id, checkedOff }: Review) =>
      (checkedOff ? uncheck : checkOff).run({ params: { id } }),
    unmatch({ id, contactId, contact }: Review) {
      const undo = () => contactId !== null && rematch.run({ params: { id }, body: { contactId } });
      unmatch.run(
        { params: { id } },
        {
          done: {
            title: "Match removed",
            description: `We won't match it to ${contact?.name} again.`,
            ...(contactId !== null && { undo }),
          },
        },
      );
    },
    busy: [checkOff, uncheck, unmatch].flatMap(({ isPending, variables }) =>
      isPending && variables ? [variables.params.id] : [],
    ),
  };
}
