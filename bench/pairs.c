/* Random four-seat Pairs in plain C: what a hand-written program for this one game does in a second (`bench/yardstick.py`).

   Cards are bits of a word, as ours are, and words come from the same generator in the same order, so that it plays the very
   same games: game g of a seed comes out as `game.simulate` has it. It knows no other number of seats, no options, no log,
   no players but random ones. The numbers of the rules are those of pairs.md. */

#include <stdint.h>

typedef uint64_t Cards;

enum { SEATS = 4, TARGET = 16, BURN = 5, DEALER = 0 };

#define DECK ((1ULL << 55) - 1)

typedef struct {
    Cards deck, burned, discards, stacks[SEATS];
    int64_t scores[SEATS];
    uint64_t random; /* the generator that cards are dealt from */
} Table;

static Cards equals[55];  /* for each card all of its rank */
static int64_t rank_of[55];

static void make_deck(void)
{
    for (int rank = 1, card = 0; rank <= 10; card += rank, rank++)
        for (int copy = 0; copy < rank; copy++) {
            equals[card + copy] = ((1ULL << rank) - 1) << card;
            rank_of[card + copy] = rank;
        }
}

static inline int low(Cards cards) { return __builtin_ctzll(cards); }
static inline int count(Cards cards) { return __builtin_popcountll(cards); }

static inline Cards nth(Cards cards, int n)
{
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(1ULL << n, cards);
#else
    while (n--)
        cards &= cards - 1;
    return cards & -cards;
#endif
}

/* SplitMix64 */

static inline uint64_t mixed(uint64_t word)
{
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
    word = (word ^ word >> 27) * 0x94D049BB133111EB;
    return word ^ word >> 31;
}

static inline uint64_t next_word(uint64_t *state) { return mixed(*state += 0x9E3779B97F4A7C15); }

/* Lemire's method: a number below `bound`, each as likely as the others. */
static inline int below(uint64_t *state, uint64_t bound)
{
    uint64_t product = (next_word(state) >> 32) * bound;
    if ((uint32_t)product < bound)
        while ((uint32_t)product < ((1ULL << 32) - bound) % bound)
            product = (next_word(state) >> 32) * bound;
    return product >> 32;
}

static inline Cards take(Table *t)
{
    Cards card = nth(t->deck, below(&t->random, count(t->deck)));
    t->deck ^= card;
    return card;
}

/* PAIRS-3, PAIRS-12 */
static inline void burn(Table *t)
{
    int cards = count(t->deck) - 1;
    for (int i = 0; i < BURN && i < cards; i++)
        t->burned |= take(t);
}

/* PAIRS-12: an empty deck is reshuffled only now that a card is to be drawn. */
static inline Cards draw(Table *t)
{
    if (!t->deck) {
        t->deck = t->discards | t->burned;
        t->discards = t->burned = 0;
        burn(t);
    }
    return take(t);
}

static inline Cards in_play(const Table *t)
{
    Cards cards = 0;
    for (int seat = 0; seat < SEATS; seat++)
        cards |= t->stacks[seat];
    return cards;
}

static inline int left(int seat) { return (seat + 1) % SEATS; }

/* PAIRS-5 to PAIRS-7: which of the seats that tie goes first. */
static unsigned break_tie(Table *t, unsigned tied)
{
    while (count(tied) > 1) {
        unsigned again = 0;
        int64_t best = 11;
        for (int i = 0, seat = left(DEALER); i < SEATS; i++, seat = left(seat)) {
            if (!(tied >> seat & 1))
                continue;
            Cards held = 0, card;
            for (Cards stack = t->stacks[seat]; stack; stack &= stack - 1)
                held |= equals[low(stack)];
            for (;;) {
                if (!((t->deck | t->burned | t->discards) & ~held)) {
                    int first = left(DEALER);
                    while (!(tied >> first & 1))
                        first = left(first);
                    return 1u << first;
                }
                card = draw(t);
                if (!(card & held))
                    break;
                t->discards |= card;
            }
            t->stacks[seat] |= card;
            int64_t rank = rank_of[low(card)];
            if (rank < best) {
                best = rank;
                again = 0;
            }
            if (rank == best)
                again |= 1u << seat;
        }
        tied = again;
    }
    return tied;
}

/* PAIRS-4: a card to each seat; who has the lowest goes first. */
static inline int deal_round(Table *t)
{
    Cards dealt = 0;
    for (int i = 0, seat = left(DEALER); i < SEATS; i++, seat = left(seat))
        dealt |= t->stacks[seat] = draw(t);
    Cards same = equals[low(dealt)];
    unsigned tied = 0;
    for (int seat = 0; seat < SEATS; seat++)
        tied |= (unsigned)((t->stacks[seat] & same) != 0) << seat;
    if (count(tied) > 1)
        tied = break_tie(t, tied);
    return low(tied);
}

/* One game; how many decisions it took. */
static inline int64_t play_game(Table *t, uint64_t choosing)
{
    int64_t decisions = 0;
    burn(t);
    int seat = deal_round(t);
    for (;;) {
        decisions++;
        int hits = next_word(&choosing) >> 63; /* PAIRS-8: hit or fold, by a coin */
        hits &= (t->deck | t->burned | t->discards) != 0; /* PAIRS-13 */
        Cards card;
        if (hits) { /* PAIRS-9 */
            card = draw(t);
            if (!(t->stacks[seat] & equals[low(card)])) {
                t->stacks[seat] |= card;
                seat = left(seat);
                continue;
            }
            t->discards |= in_play(t);
        } else { /* PAIRS-10 */
            Cards cards = in_play(t);
            card = cards & -cards;
            t->discards |= cards ^ card;
        }
        t->scores[seat] += rank_of[low(card)];
        for (int each = 0; each < SEATS; each++) /* PAIRS-11 */
            t->stacks[each] = 0;
        if (t->scores[seat] >= TARGET) /* PAIRS-14 */
            return decisions;
        seat = deal_round(t);
    }
}

/* Games `first` to `first + games - 1` of a seed, with all that `game.simulate` tells of them. */
void simulate(int64_t games, uint64_t seed, int64_t first, int64_t *scores, double *utilities, int64_t *standings,
              int64_t *decisions)
{
    make_deck();
    for (int64_t g = 0; g < games; g++) {
        uint64_t chance = mixed(seed ^ mixed(first + g));
        Table t = {.deck = DECK, .random = chance};
        decisions[g] = play_game(&t, ~chance);
        for (int seat = 0; seat < SEATS; seat++) {
            int loses = t.scores[seat] >= TARGET;
            scores[g * SEATS + seat] = t.scores[seat];
            utilities[g * SEATS + seat] = loses ? -1.0 : 1.0 / (SEATS - 1);
            standings[g * SEATS + seat] = -loses;
        }
    }
}
