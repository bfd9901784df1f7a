package dev.plumbline.conclusion;

import dev.plumbline.fact.Annotations.Key;
import dev.plumbline.fact.Labels;

/**
 * What the AMI family of an {@code EC2NodeClass} says about its nodes.
 *
 * @param nodeClass the node class
 * @param amiFamily AL2, AL2023, Bottlerocket, Windows…; Custom when none is named
 * @param labels the labels of the operating system
 */
public record NodeClassPlatform(@Key String nodeClass, String amiFamily, Labels labels)
    implements Conclusion {}
