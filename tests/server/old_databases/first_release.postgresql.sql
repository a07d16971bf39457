CREATE TABLE public.events (
    code character varying(16) NOT NULL,
    seq integer NOT NULL,
    kind character varying(16) NOT NULL,
    data text NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.tables (
    code character varying(16) NOT NULL,
    secret character varying(64) NOT NULL,
    state character varying(16) NOT NULL,
    listed boolean NOT NULL,
    changed double precision NOT NULL
);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (code, seq);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (code);
CREATE INDEX tables_listed ON public.tables USING btree (listed, state, changed);
